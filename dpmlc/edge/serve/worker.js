// One connection for all tabs: a browser opens only six to a server, and a stream keeps its own for ever.
"use strict";

const ports = new Set();
let last = null;
let source = null;

function open() {
  source = new EventSource("/__dpmlc/events");
  source.onmessage = ({ data }) => {
    last = data;
    for (const port of ports) port.postMessage(data);
  };
  source.onerror = () => {
    // After an answer that is no stream the browser does not try again by itself.
    if (source.readyState === EventSource.CLOSED) setTimeout(open, 1000);
  };
}

onconnect = ({ ports: [port] }) => {
  ports.add(port);
  port.onmessage = ({ data }) => { if (data === "bye") ports.delete(port); };
  if (last !== null) port.postMessage(last);
  if (source === null) open();
};

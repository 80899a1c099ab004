// A tool is a plain class or object: nothing to inherit, nothing to import.
module.exports = {
  getMetadata() {
    return { name: 'steep-timer', description: 'How long a tea steeps in a given round', version: '1.0.0', category: 'tea', author: 'the tea house' };
  },
  getSchema() {
    return {
      type: 'object',
      properties: {
        tea: { type: 'string', description: 'name of the tea' },
        round: { type: 'integer', minimum: 1, description: 'which infusion, from 1' },
      },
      required: ['tea', 'round'],
    };
  },
  async execute({ tea, round }) {
    const first = { longjing: 120, oolong: 30, 'pu-erh': 10 }[tea];
    if (first === undefined) throw new Error(`unknown tea: ${tea}`);
    return { tea, round, seconds: first + 5 * (round - 1) };
  },
};

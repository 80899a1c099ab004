"""How much of a tea is left, from the package's own inventory."""

import csv
from pathlib import Path

INVENTORY = Path(__file__).parents[2] / "data" / "inventory.csv"


class TeaStock:
    def get_metadata(self):
        return {
            "name": "tea-stock",
            "description": "How many grams of a tea are left in stock",
            "version": "1.0.0",
            "category": "tea",
        }

    def get_schema(self):
        return {
            "type": "object",
            "properties": {"tea": {"type": "string", "minLength": 1, "description": "name of the tea"}},
            "required": ["tea"],
            "additionalProperties": False,
        }

    def execute(self, parameters):
        with INVENTORY.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row["tea"] == parameters["tea"]:
                    return {"tea": row["tea"], "grams": int(row["grams"])}
        raise LookupError(f"no such tea in stock: {parameters['tea']}")

"""Writes a file of the corpus and, beside it, what the product must read in it; see save.mjs."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent.parent / 'server/tests/fixtures/corpus'

HEADER = ['Name', 'Phone', 'City', 'Tags']
PEOPLE = [
    ['Asha Rao', '+919876500001', 'Pune', 'vip, new'],
    ['José Núñez', '+34612345601', 'Málaga', ''],
    ['श्रीमती देवी', '+919876500003', 'जयपुर', 'VIP'],
    ['أحمد علي', '+971501234504', 'دبي', ''],
    ['Zoë "Zo" Müller & Söhne', '+4915123456705', 'Köln', 'a;b'],
    ['O’Brien, Pat 😀', '+353851234506', '', 'new'],
]
CONTACTS = [HEADER, *PEOPLE]


def path_of(name):
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def save_truth(name, truth):
    lines = [f'  {as_json(key)}: {formatted(value)}' for key, value in truth.items()]
    (FOLDER / f'{name}.json').write_text('{\n' + ',\n'.join(lines) + '\n}\n')


def formatted(value):
    if isinstance(value, list) and value and isinstance(value[0], list):
        return '[\n' + ',\n'.join(f'    {as_json(row)}' for row in value) + '\n  ]'
    return as_json(value)


def as_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(',', ':'))


def table(about, rows):
    header, *data = rows
    return {
        'about': about,
        'headerRow': 1,
        'columns': header,
        'rows': [[i + 2, *without_tail(cells)] for i, cells in enumerate(data)],
    }


def without_tail(cells):
    cells = list(cells)
    while cells and cells[-1] == '':
        cells.pop()
    return cells

"""Writes the files of openpyxl, XlsxWriter and vobject."""

import datetime
import io
import struct
import zipfile
import zlib

import openpyxl
import vobject
import xlsxwriter
from openpyxl.comments import Comment
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table

from save import CONTACTS, HEADER, PEOPLE, path_of, save_truth, table

DAY = datetime.date(2024, 2, 29)
MOMENT = datetime.datetime(2024, 2, 29, 13, 45)


def save_book(name, book, truth):
    book.save(path_of(f'openpyxl/{name}.xlsx'))
    save_truth(f'openpyxl/{name}.xlsx', truth)


def write_openpyxl():
    book = openpyxl.Workbook()
    for cells in CONTACTS:
        book.active.append([cell or None for cell in cells])
    save_book('contacts', book, table('as openpyxl writes by default', CONTACTS))

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet('Contacts')
    for cells in CONTACTS:
        sheet.append(cells)
    save_book('write-only', book, table('as a stream', CONTACTS))

    for name, epoch, iso in [('dates-1904', CALENDAR_MAC_1904, False), ('dates-iso', None, True)]:
        book = openpyxl.Workbook(iso_dates=iso)
        if epoch:
            book.epoch = epoch
        book.active.append(['Name', 'Phone', 'Day', 'Moment', 'Time'])
        book.active.append(['Asha Rao', '+919876500001', DAY, MOMENT, datetime.time(13, 45)])
        rows = [['Name', 'Phone', 'Day', 'Moment', 'Time'],
                ['Asha Rao', '+919876500001', '2024-02-29', '2024-02-29 13:45:00', '13:45:00']]
        save_book(name, book, table('dates count from 1904' if epoch else 'dates as ISO texts', rows))

    save_book('decorated', decorated_openpyxl(), {
        'about': 'hidden sheets, a title, merged cells, a table, a comment, names, a validation, formulas, errors, a gap',
        'headerRow': 4,
        'columns': ['Name', 'Phone', 'Code', 'Area', 'Broken'],
        'rows': [
            [5, 'Asha Rao', '+44 7400 123456', '001234', 'West'],
            [6, 'Ben Ode', '919876500002', '', 'West'],
            [30, 'Cara Lim', '919876500003', 'a\nb'],
        ],
    })
    book = openpyxl.Workbook()
    for cells in [['Name', 'Phone', 'Sum', 'City'],
                  ['Asha Rao', '+919876500001', '=6*7', 'Pune'],
                  ['="Ben " & "Ode"', '="+91" & "9876500002"', None, 'Agra'],
                  ['Cara Lim', '+919876500003', '=SUM(C2:C3)', 'Delhi']]:
        book.active.append(cells)
    save_book('formulas', book, table('formulas without stored results, of which nothing is known', [
        ['Name', 'Phone', 'Sum', 'City'],
        ['Asha Rao', '+919876500001', '', 'Pune'],
        ['', '', '', 'Agra'],
        ['Cara Lim', '+919876500003', '', 'Delhi']]))

    save_book('one-column', one_column(), {
        'about': 'numbers without a header in the third column',
        'headerRow': 0,
        'columns': ['Column A', 'Column B', 'Column C'],
        'rows': [[2, '', '', '919876500001'], [5, '', '', '919876500002'], [9, '', '', '919876500003']],
    })
    save_book('far-apart', far_apart(), {
        'about': 'a name in the last row and a column far to the right',
        'headerRow': 1,
        'columns': ['Name', 'Phone', *[f'Column {letters}' for letters in column_letters(2, 51)], 'City'],
        'rows': [[2, 'Asha Rao', '+919876500001', *[''] * 49, 'Pune'], [1048576, 'Ben Ode', '+919876500002']],
    })


def decorated_openpyxl():
    book = openpyxl.Workbook()
    book.active.title = 'Lists'
    book.active.sheet_state = 'hidden'
    book.active.append(['Phone', '+919876500099'])
    book.create_sheet('More', 1).sheet_state = 'veryHidden'
    sheet = book.create_sheet('Contacts')
    sheet['B2'] = 'Customers of May'
    sheet.merge_cells('B2:E2')
    for column, name in enumerate(['Name', 'Phone', 'Code', 'Area', 'Broken'], 1):
        sheet.cell(4, column, name)
    sheet['A5'] = 'Asha Rao'
    sheet['B5'] = 447400123456
    sheet['B5'].number_format = '"+"00 0000 000000'
    sheet['C5'] = 1234
    sheet['C5'].number_format = '000000'
    sheet['D5'] = 'West'
    sheet.merge_cells('D5:D6')
    sheet['E5'] = '#N/A'
    sheet['E5'].data_type = 'e'
    sheet['A6'] = 'Ben Ode'
    sheet['B6'] = 919876500002
    sheet['A6'].comment = Comment('call in the morning', 'Asha')
    sheet['A30'] = 'Cara Lim'
    sheet['B30'] = 919876500003
    sheet['C30'] = 'a\nb'
    sheet.auto_filter.ref = 'A4:E30'
    validation = DataValidation(type='list', formula1='"West,East"')
    validation.add('D5:D30')
    sheet.add_data_validation(validation)
    sheet.row_dimensions[40].height = 30
    sheet.protection.set_password('for the sheet only')
    names = book.defined_names
    names.append(DefinedName('People', attr_text='Contacts!$A$5:$A$30'))
    return book


def one_column():
    book = openpyxl.Workbook()
    for row, number in [(2, 919876500001), (5, 919876500002), (9, 919876500003)]:
        book.active.cell(row, 3, number)
    return book


def far_apart():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet['A1'], sheet['B1'], sheet['AZ1'] = 'Name', 'Phone', 'City'
    sheet['A2'], sheet['B2'], sheet['AZ2'] = 'Asha Rao', '+919876500001', 'Pune'
    sheet['A1048576'], sheet['B1048576'] = 'Ben Ode', '+919876500002'
    return book


def column_letters(first, end):
    return [openpyxl.utils.get_column_letter(i + 1) for i in range(first, end)]


def write_xlsxwriter():
    for name, options, about in [
        ('contacts', {}, 'shared strings, as XlsxWriter writes by default'),
        ('constant-memory', {'constant_memory': True}, 'strings in the cells, row by row'),
        ('strings-to-numbers', {'strings_to_numbers': True, 'in_memory': True}, 'texts of digits become numbers'),
        ('zip64', {'use_zip64': True}, 'the large form of the archive'),
    ]:
        with xlsxwriter.Workbook(path_of(f'xlsxwriter/{name}.xlsx'), options) as book:
            sheet = book.add_worksheet('Contacts')
            for i, cells in enumerate(CONTACTS):
                sheet.write_row(i, 0, cells)
        rows = CONTACTS
        if name == 'strings-to-numbers':
            rows = [HEADER, *[[name, phone.replace('+', ''), *rest] for name, phone, *rest in PEOPLE]]
        save_truth(f'xlsxwriter/{name}.xlsx', table(about, rows))

    with xlsxwriter.Workbook(path_of('xlsxwriter/decorated.xlsx')) as book:
        decorate(book)
    save_truth('xlsxwriter/decorated.xlsx', {
        'about': 'a chart sheet first, rich text, formulas with and without results, a table, a comment, a picture, a box',
        'headerRow': 3,
        'columns': ['Name', 'Phone', 'Joined', 'Code', 'Sum'],
        'rows': [
            [4, 'Asha Rao', '+44 7400 123456', '2024-02-29', '001234', '42'],
            [5, 'Ben Ode', '919876500002', '2024-02-29 13:45:00', '', 'text'],
        ],
    })
    with xlsxwriter.Workbook(path_of('xlsxwriter/dates-1904.xlsx'), {'date_1904': True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ['Name', 'Phone', 'Joined'])
        sheet.write_row(1, 0, ['Asha Rao', '+919876500001'])
        sheet.write_datetime(1, 2, MOMENT, book.add_format({'num_format': 'd mmm yyyy hh:mm'}))
    save_truth('xlsxwriter/dates-1904.xlsx', table('dates count from 1904', [
        ['Name', 'Phone', 'Joined'], ['Asha Rao', '+919876500001', '2024-02-29 13:45:00']]))


def decorate(book):
    chart_sheet = book.add_chartsheet('Chart')
    sheet = book.add_worksheet('Contacts')
    chart = book.add_chart({'type': 'bar'})
    chart.add_series({'values': '=Contacts!$E$4:$E$5'})
    chart_sheet.set_chart(chart)
    bold, date = book.add_format({'bold': True}), book.add_format({'num_format': 'dd/mm/yy'})
    moment = book.add_format({'num_format': '[$-409]d-mmm-yy h:mm AM/PM;@'})
    sheet.merge_range('A1:E1', 'Customers of May', bold)
    sheet.add_table('A3:E5', {'name': 'People', 'columns': [
        {'header': name} for name in ['Name', 'Phone', 'Joined', 'Code', 'Sum']]})
    sheet.write_rich_string('A4', 'Asha ', bold, 'Rao')
    sheet.write_number('B4', 447400123456, book.add_format({'num_format': '+00 0000 000000'}))
    sheet.write_datetime('C4', DAY, date)
    sheet.write_number('D4', 1234, book.add_format({'num_format': '000000'}))
    sheet.write_formula('E4', '=6*7', None, 42)
    sheet.write_string('A5', 'Ben Ode')
    sheet.write_number('B5', 919876500002)
    sheet.write_datetime('C5', MOMENT, moment)
    sheet.write_formula('E5', '=LOWER("TEXT")', None, 'text')
    sheet.write_comment('A5', 'call in the morning')
    sheet.insert_image('H2', 'dot.png', {'image_data': io.BytesIO(picture())})
    sheet.insert_textbox('H5', 'not a cell')
    sheet.write_url('H9', 'internal:Contacts!A1', None, '')
    sheet.data_validation('D4:D5', {'validate': 'integer', 'criteria': '>', 'value': 0})
    sheet.conditional_format('E4:E5', {'type': 'data_bar'})
    sheet.protect('for the sheet only')
    book.define_name('People_names', '=Contacts!$A$4:$A$5')
    hidden = book.add_worksheet('Hidden')
    hidden.write_row(0, 0, ['Phone', '+919876500099'])
    hidden.very_hidden() if hasattr(hidden, 'very_hidden') else hidden.hide()


def picture():
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    header = struct.pack('>IIBBBBB', 1, 1, 8, 0, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(b'\0\x80')) + chunk(b'IEND', b'')


def write_vobject():
    cards = []
    for family, given, numbers in [('Rao', 'Asha', [('CELL', '+91 98765 00001'), ('WORK', '020 2612 3456')]),
                                   ('Núñez', 'José', [('CELL', '+34 612 345 601')])]:
        card = vobject.vCard()
        card.add('n').value = vobject.vcard.Name(family=family, given=given)
        card.add('fn').value = f'{given} {family}'
        for kind, number in numbers:
            line = card.add('tel')
            line.value = number
            line.type_param = kind
        card.add('categories').value = ['vip', 'new']
        card.add('note').value = 'a long note, ' * 12 + 'which is folded;\nand has two lines'
        cards.append(card.serialize())
    path_of('vobject/cards.vcf').write_text(''.join(cards), newline='')
    note = 'a long note, ' * 12 + 'which is folded;\nand has two lines'
    save_truth('vobject/cards.vcf', table('folded lines and escapes', [
        ['Name', 'Phone', 'Labels', 'Notes'],
        ['Asha Rao', '+91 98765 00001; 020 2612 3456', 'vip,new', note],
        ['José Núñez', '+34 612 345 601', 'vip,new', note]]))


def write_macros():
    source = path_of('libreoffice/macro.xlsx')
    truth = {'about': 'an .xlsm workbook with the macro of LibreOffice under the name of an .xlsx', 'threat': 'macro'}
    with xlsxwriter.Workbook(path_of('xlsxwriter/macro.xlsx')) as book:
        book.add_vba_project(io.BytesIO(zipfile.ZipFile(source).read('xl/vbaProject.bin')), is_stream=True)
        book.add_worksheet().write_row(0, 0, PEOPLE[0])
    save_truth('xlsxwriter/macro.xlsx', truth)
    openpyxl.load_workbook(source, keep_vba=True).save(path_of('openpyxl/macro.xlsx'))
    save_truth('openpyxl/macro.xlsx', truth)


write_openpyxl()
write_xlsxwriter()
write_macros()
write_vobject()

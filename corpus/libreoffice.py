"""Writes the files of LibreOffice Calc: spreadsheets, workbooks and text, with and without a password."""

import subprocess
import tempfile
import time

import uno
from com.sun.star.beans import NamedValue, PropertyValue
from com.sun.star.lang import Locale
from com.sun.star.script import ModuleInfo
from com.sun.star.script.ModuleType import NORMAL
from com.sun.star.table import CellRangeAddress

from save import CONTACTS, path_of, save_truth, table

PIPE = 'harkara-corpus'
ODS, XLSX, XLS = 'calc8', 'Calc MS Excel 2007 XML', 'MS Excel 97'
CSV = 'Text - txt - csv (StarCalc)'
# Separator, quote and encoding (76: UTF-8, 65535: UTF-16), then: as shown.
CSV_SEMICOLONS = '59,34,76,1,,0,false,true,false'
TSV_UTF_16 = '9,34,65535,1,,0,false,true,false'


def main():
    with tempfile.TemporaryDirectory() as profile:
        office = subprocess.Popen([
            'soffice', '--headless', '--norestore', '--nologo', f'-env:UserInstallation=file://{profile}',
            f'--accept=pipe,name={PIPE};urp;'])
        try:
            desktop = connect()
            write_contacts(desktop)
            write_decorated(desktop)
            write_macro(desktop)
        finally:
            office.terminate()
            office.wait()


def connect():
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstance('com.sun.star.bridge.UnoUrlResolver')
    for _ in range(120):
        try:
            remote = resolver.resolve(f'uno:pipe,name={PIPE};urp;StarOffice.ComponentContext')
            return remote.ServiceManager.createInstance('com.sun.star.frame.Desktop')
        except Exception:
            time.sleep(0.5)
    raise SystemExit('LibreOffice did not start')


def new_document(desktop):
    return desktop.loadComponentFromURL('private:factory/scalc', '_blank', 0, properties(Hidden=True))


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def store(document, name, filter_name, truth, **options):
    document.storeToURL(path_of(f'libreoffice/{name}').as_uri(), properties(FilterName=filter_name, **options))
    save_truth(f'libreoffice/{name}', truth)


def write_contacts(desktop):
    document = new_document(desktop)
    sheet = document.Sheets.getByIndex(0)
    for row, cells in enumerate(CONTACTS):
        for column, text in enumerate(cells):
            sheet.getCellByPosition(column, row).setString(text)
    store(document, 'contacts.ods', ODS, table('an OpenDocument spreadsheet', CONTACTS))
    store(document, 'contacts.xlsx', XLSX, table('a workbook', CONTACTS))
    store(document, 'semicolons.csv', CSV, table('text with semicolons', CONTACTS), FilterOptions=CSV_SEMICOLONS)
    store(document, 'utf-16.csv', CSV, table('text with tabs in UTF-16', CONTACTS), FilterOptions=TSV_UTF_16)
    store(document, 'old-format.xlsx', XLS, {
        'about': 'an .xls workbook under the name of an .xlsx', 'upload': 'Excel 97–2003', 'unreadable': '.xls'})
    store(document, 'password.xlsx', XLSX, {
        'about': 'a workbook with a password', 'upload': 'protected with a password', 'unreadable': 'password-protected'},
        EncryptionData=uno.Any('[]com.sun.star.beans.NamedValue', (
            NamedValue('OOXPassword', 'secret'), NamedValue('CryptoType', 'StrongEncryptionDataSpace'))))
    store(document, 'password.ods', ODS, {
        'about': 'a spreadsheet with a password', 'unreadable': 'password-protected'}, Password='secret')
    document.close(True)


COLUMNS = ['Name', 'Phone', 'Joined', 'Code', 'Area', 'Sum', 'Broken', 'Share']


def write_decorated(desktop):
    document = new_document(desktop)
    sheet = document.Sheets.getByIndex(0)
    sheet.Name = 'Contacts'
    cell = lambda address: sheet.getCellRangeByName(address)
    cell('A1').setString('Customers of May')
    cell('A1:D1').merge(True)
    for column, name in enumerate(COLUMNS):
        sheet.getCellByPosition(column, 2).setString(name)
    formats = document.NumberFormats
    english = Locale('en', 'US', '')

    def number(address, value, code):
        key = formats.queryKey(code, english, False)
        cell(address).setValue(float(value))
        cell(address).NumberFormat = key if key != -1 else formats.addNew(code, english)

    cell('A4').setString('Asha Rao')
    cursor = cell('A4').createTextCursor()
    cursor.gotoStart(False)
    cursor.goRight(4, True)
    cursor.CharWeight = 150
    number('B4', 447400123456, '"+"00 0000 000000')
    number('C4', 45351, 'YYYY-MM-DD')
    number('D4', 1234, '000000')
    cell('E4').setString('West')
    cell('E4:E5').merge(True)
    cell('F4').setFormula('=6*7')
    cell('G4').setFormula('=1/0')
    number('H4', 0.25, '0%')
    cell('A5').setFormula('="Ben " & "Ode"')
    cell('B5').setValue(919876500002.0)
    number('C5', 45351.572916666664, 'DD/MM/YYYY HH:MM')
    number('H5', 1234.5, '#,##0.00')
    cell('A20').setString('Cara\nLim  <&>"')
    cell('B20').setString("'001")
    cell('C20').setString('919876500003')
    sheet.Annotations.insertNew(cell('A5').CellAddress, 'call in the morning')
    document.DatabaseRanges.addNewByName('People', CellRangeAddress(0, 0, 2, 7, 19))
    document.DatabaseRanges.getByName('People').AutoFilter = True
    document.NamedRanges.addNewByName('Names', '$Contacts.$A$4:$A$20', cell('A4').CellAddress, 0)
    document.Sheets.insertNewByName('Hidden', 1)
    document.Sheets.getByName('Hidden').getCellByPosition(0, 0).setString('Phone')
    document.Sheets.getByName('Hidden').IsVisible = False
    truth = {
        'about': 'a hidden sheet, a title, merged cells, formats, formulas, an error, a comment, a filter, names, a gap',
        'headerRow': 3,
        'columns': COLUMNS,
        'rows': [
            [4, 'Asha Rao', '+44 7400 123456', '2024-02-29', '001234', 'West', '42', '', '25%'],
            [5, 'Ben Ode', '919876500002', '2024-02-29 13:45:00', '', 'West', '', '', '1234.5'],
            [20, 'Cara\nLim  <&>"', "'001", '919876500003'],
        ],
    }
    store(document, 'decorated.ods', ODS, truth)
    store(document, 'decorated.xlsx', XLSX, truth)
    document.close(True)


def write_macro(desktop):
    document = new_document(desktop)
    libraries = document.BasicLibraries
    libraries.ProjectName = 'VBAProject'
    libraries.VBACompatibilityMode = True
    if not libraries.hasByName('VBAProject'):
        libraries.createLibrary('VBAProject')
    module = 'Sub Workbook_Open()\nMsgBox "hello"\nEnd Sub\n'
    library = libraries.getByName('VBAProject')
    library.insertModuleInfo('Module1', ModuleInfo(ModuleType=NORMAL))
    library.insertByName('Module1', module)
    for column, text in enumerate(CONTACTS[1]):
        document.Sheets.getByIndex(0).getCellByPosition(column, 0).setString(text)
    store(document, 'macro.xlsx', 'Calc MS Excel 2007 VBA XML', {
        'about': 'an .xlsm workbook with a macro under the name of an .xlsx', 'threat': 'macro'})
    document.close(True)


main()

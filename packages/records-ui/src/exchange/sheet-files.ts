/** What file choosers offer where a spreadsheet is taken, WPS and LibreOffice included; `accept` of an input. */
export const sheetFiles = '.xlsx,.xls,.et,.ods,.csv,.tsv,.txt';

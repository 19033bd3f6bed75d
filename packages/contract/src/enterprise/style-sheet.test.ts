import { describe, expect, test } from 'vitest';
import { readStyleSheet } from './style-sheet.ts';

const codes = (text: string) => readStyleSheet(text).problems.map(({ code, line }) => `${code} ${line}`);

test('variables, plain rules and media are printed anew from their parts', () => {
  const text = `/* ours */
:root { --fw-primary: #123456; --fw-font : "Noto Sans", sans-serif }
.fw-page h1, .ant-btn:hover { color: var(--fw-primary); border-radius: 0 !important }
@media (max-width: 640px) and (prefers-color-scheme: dark) {
  .fw-page { padding: calc(4px + 1%) }
}`;
  expect(readStyleSheet(text)).toEqual({
    css: `:root{--fw-primary:#123456!important;--fw-font:"Noto Sans", sans-serif!important}
.fw-page h1, .ant-btn:hover{color:var(--fw-primary);border-radius:0}
@media (max-width: 640px) and (prefers-color-scheme: dark){.fw-page{padding:calc(4px + 1%)}}`,
    problems: [],
  });
  expect(readStyleSheet('  \n')).toEqual({ css: '', problems: [] });
});

describe('what is refused', () => {
  test.each([
    ['@import "https://example.com/a.css";', ['at 1']],
    ['@import url(//example.com);\n.a { color: red }', ['at 1']],
    ['@font-face { font-family: x; src: url(x) }', ['at 1']],
    ['.a { background: url(https://example.com/?x) }', ['function 1']],
    ['.a {\n  background: u\\72l(x);\n}', ['function 2']],
    ['.a { color: red\n; display: none }', ['property 2']],
    ['.a { position: fixed }', ['property 1']],
    ['.a { content: "x" }', ['property 1']],
    ['.a { --fw-primary: red }', ['property 1']],
    [':root { --other: red }', ['property 1']],
    ['.a { color }', ['value 1']],
    ['.a { color: "red }', ['value 1']],
    ['.a { color: red </style><script> }', ['value 1']],
    ['</style> { color: red }', ['selector 1']],
    ['input[value^="a"] { color: red }', ['selector 1']],
    ['.a::before { color: red }', ['selector 1']],
    ['\n.a { color: red', ['unclosed 2']],
    ['.a { color: red } loose', ['unclosed 1']],
    ['.a { color: expression(alert(1)) }', ['function 1']],
    ['@media (min-width: 1px) { .a { top: 0 } }', ['property 1']],
    ['@media (min-width: 1px) { @import "x"; }', ['at 1']],
    ['.a { .b { color: red } }', ['property 1']],
  ])('%j', (text, expected) => {
    expect(codes(text)).toEqual(expected);
    expect(readStyleSheet(text).css).toBe('');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseXml, XmlError } from './xml.ts';

describe('XML', () => {
  it('is read with namespaces, entities and sections', () => {
    const root = parseXml(
      '<?xml version="1.0"?>\r\n<!-- c --><d:a xmlns:d="urn:d" xmlns="urn:e" d:x="1 &lt; 2&#10;"><b>a &amp; b<![CDATA[<c>]]></b><b/></d:a>',
    );
    expect(root).toMatchObject({ name: 'a', namespace: 'urn:d', attributes: { x: '1 < 2\n' } });
    expect(root.children.map(({ name, namespace, text }) => [name, namespace, text])).toEqual([
      ['b', 'urn:e', 'a & b<c>'],
      ['b', 'urn:e', ''],
    ]);
  });

  it.each([
    '',
    'x',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a b=1/>',
    '<a>&x;</a>',
    '<x:a/>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
    '<a',
    '</a>',
    '<a>&#x110000;</a>',
    '<a><![CDATA[</a>',
    '<a>'.repeat(1000),
  ])('refuses %s', (text) => {
    expect(() => parseXml(text)).toThrow(XmlError);
  });

  it('never fails otherwise', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '</',
      '<a',
      '<a>',
      '</a>',
      ' b="c"',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '&lt;',
      '&#',
      ';',
      'x',
      '"',
      "'",
      '=',
      ' ',
      'xmlns:d="u"',
      'd:',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parseXml(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(XmlError);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

/**
 * A number as it reads: the engine writes as many places as its type has, which says nothing of the number. What is written with an
 * exponent stays so.
 */
export function numberText(sql: string): string {
  const text = `${sql}::VARCHAR`;
  return `case when strpos(${text}, '.') > 0 and strpos(${text}, 'e') = 0 then rtrim(rtrim(${text}, '0'), '.') else ${text} end`;
}

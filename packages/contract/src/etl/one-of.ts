/** Whether a text is one of these. */
export function isOneOf<One extends string>(all: readonly One[], text: string): text is One {
  return (all as readonly string[]).includes(text);
}

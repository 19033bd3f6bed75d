type Tree = Record<string, unknown>;

/** Names with slashes are places within: `values/f1`, `where/0/value`. What stands there already is kept beside. */
export function nested(input: Readonly<Tree>): Tree {
  const whole: Tree = structuredClone(
    Object.fromEntries(Object.entries(input).filter(([name]) => !name.includes('/'))),
  );
  for (const [name, value] of Object.entries(input)) {
    const steps = name.split('/');
    if (steps.length === 1 || steps.some((step) => step === '__proto__')) continue;
    let at: Tree = whole;
    for (const step of steps.slice(0, -1)) {
      const inner = at[step];
      at = (typeof inner === 'object' && inner !== null ? inner : (at[step] = {})) as Tree;
    }
    at[steps.at(-1)!] = value;
  }
  return whole;
}

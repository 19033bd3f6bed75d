/** A person by name, with the login where others are called so too: what is written can be read back. */
export function peopleNames(
  people: ReadonlyMap<string, { name: string; login: string }>,
): (id: string) => string | undefined {
  const times = new Map<string, number>();
  for (const { name } of people.values()) times.set(name, (times.get(name) ?? 0) + 1);
  return (id) => {
    const found = people.get(id);
    return found && (times.get(found.name) === 1 ? found.name : `${found.name} (${found.login})`);
  };
}

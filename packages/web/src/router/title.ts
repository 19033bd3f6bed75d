/** A prefix, the page's title, a dash and the name of the person's organisation; visitors have none. */
export function documentTitle({
  prefix,
  title,
  entName,
}: {
  prefix: string;
  title: string;
  entName: string | undefined;
}): string {
  const named = [prefix, title].filter((part) => part !== '').join(' ');
  return entName === undefined || entName === '' ? named : `${named} - ${entName}`;
}

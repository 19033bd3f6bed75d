const numbers = (version: string): number[] => version.split('.').map(Number);

export function isOlder(version: string, than: string): boolean {
  const [left, right] = [numbers(version), numbers(than)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at >= 0 && left[at]! < right[at]!;
}

export function nextVersion(version: string): string {
  const [major, minor, patch] = numbers(version);
  return `${major}.${minor}.${patch! + 1}`;
}

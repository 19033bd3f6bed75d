import path from 'node:path';

/** A folder of the machine that the operator lets enterprises read and write, under a name. */
export interface NamedFolder {
  name: string;
  folder: string;
  /** Nobody else's; undefined: for all enterprises. */
  spaceId: string | undefined;
}

const form = /^([\p{L}\p{N}_-]{1,100})(?:@([\w-]{1,63}))?=(.+)$/u;

/** `name=/folder`, for one enterprise `name@id=/folder`, separated by commas. */
export function namedFolders(setting: string, text: string): NamedFolder[] {
  const folders = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one): NamedFolder => {
      const [, name, spaceId, folder] = form.exec(one) ?? [];
      if (name === undefined || !path.isAbsolute(folder!))
        throw new Error(`Settings that do not hold:\n  ${setting}: "${one}" is not a name, "=" and a whole path`);
      return { name, spaceId, folder: path.normalize(folder!) };
    });
  const taken = folders.map(({ name, spaceId }) => `${name}@${spaceId ?? ''}`);
  const twice = taken.find((one, at) => taken.indexOf(one) !== at);
  if (twice !== undefined)
    throw new Error(
      `Settings that do not hold:\n  ${setting}: there are two folders of the name "${twice.split('@')[0]}"`,
    );
  return folders;
}

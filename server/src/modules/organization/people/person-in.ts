import { notFound } from '../../../platform/errors.ts';
import type { Directory, DirectoryPerson } from '../directory/directory.ts';

export function personIn(directory: Directory, id: string): DirectoryPerson {
  const person = directory.people.get(id);
  if (!person) throw notFound('organization.person.not_found');
  return person;
}

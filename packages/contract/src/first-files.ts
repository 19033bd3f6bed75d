/** Stands beside the built entries and says which files each page begins with. */
export const firstFilesName = 'first-files.json';

export interface FirstFiles {
  /** By the id of a route. */
  pages: Record<string, FilesOfPage>;
  /** What the frame of whoever is signed in loads after it is there. */
  frame: string[];
}

/** Addresses below `/assets/`. */
export interface FilesOfPage {
  scripts: string[];
  styles: string[];
  /** By language. */
  texts: Record<string, string[]>;
}

/** The element of the HTML with the answers to calls that the page surely makes, by address. */
export const firstAnswersElementId = 'first-answers';

/** The element of the HTML with what the page begins with, in plain words; goes when the page itself is there. */
export const firstRowsElementId = 'first-rows';

/** Whoever has the scripts of a page says so in this cookie: there the page comes before its rows could be read twice. */
export const buildCookie = 'build';

/** The build, as the root element names it, and the ids of the pages that were opened from it, the last ones alone. */
export function withPage(cookie: string | undefined, build: string, pageId: string): string {
  const [kept, ...pages] = (cookie ?? '').split('.');
  return [build, ...(kept === build ? pages : []).filter((id) => id !== pageId).slice(-7), pageId].join('.');
}

export function hasPage(cookie: string | undefined, build: string, pageId: string | undefined): boolean {
  const [kept, ...pages] = (cookie ?? '').split('.');
  return kept === build && pages.includes(pageId ?? '');
}

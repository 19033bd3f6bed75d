/** Local storage that may be missing, full or forbidden: the product works on without it. */
export const kept = {
  read(name: string): string | null {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write(name: string, value: string): void {
    try {
      localStorage.setItem(name, value);
    } catch {
      // nothing is lost but the memory of a choice
    }
  },
  remove(name: string): void {
    try {
      localStorage.removeItem(name);
    } catch {
      // as above
    }
  },
};

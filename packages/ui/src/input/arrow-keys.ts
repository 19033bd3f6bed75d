import type { KeyboardEvent } from 'react';

/** Arrows among the radios of a group, however many stand in a line: left and right by one, up and down to the line above or below. Goes on `onKeyDown` of the group. */
export function moveAmongRadios(event: KeyboardEvent<HTMLElement>): void {
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
  const at = radios.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: radios.length - 1 }[event.key] ?? lineOf();
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  radios[(next + radios.length) % radios.length]?.focus();

  function lineOf(): number | undefined {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return undefined;
    const { offsetTop, offsetLeft } = radios[at]!;
    const down = event.key === 'ArrowDown';
    const line = radios
      .filter((radio) => (down ? radio.offsetTop > offsetTop : radio.offsetTop < offsetTop))
      .reduce<number | undefined>(
        (nearest, radio) =>
          nearest === undefined || Math.abs(radio.offsetTop - offsetTop) < Math.abs(nearest - offsetTop)
            ? radio.offsetTop
            : nearest,
        undefined,
      );
    if (line === undefined) return at;
    const there = radios.filter((radio) => radio.offsetTop === line);
    const best = there.toSorted((a, b) => Math.abs(a.offsetLeft - offsetLeft) - Math.abs(b.offsetLeft - offsetLeft))[0];
    return best && radios.indexOf(best);
  }
}

/** One stop for Tab in the group: the chosen radio, else the first. */
export function radioStop(chosen: boolean, first: boolean, anyChosen: boolean): 0 | -1 {
  return chosen || (first && !anyChosen) ? 0 : -1;
}

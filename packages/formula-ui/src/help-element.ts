import type { FunctionHelp } from './function-help.ts';

/** The help of a function as the editor's own popups show it. */
export function helpElement({ signatures, explanation, example }: FunctionHelp): HTMLElement {
  const box = element('div', 'fx-help', '');
  for (const signature of signatures.slice(0, 3)) box.append(element('code', '', signature));
  box.append(element('p', '', explanation));
  if (example) {
    const line = element('p', 'fx-example', '');
    line.append(
      element('code', '', example.text),
      ...(example.result === undefined ? [] : [' = ', element('code', '', example.result)]),
    );
    box.append(line);
  }
  return box;
}

function element(name: 'div' | 'p' | 'code', className: string, text: string): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

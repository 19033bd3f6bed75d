import { refOf, type BpmnElement } from './model.ts';

/**
 * Takes elements out of a model, and with them whatever would point into nothing: their pictures, flows and associations
 * at them, events at their border, their places in lanes.
 */
export function removeElements(root: BpmnElement, elements: readonly BpmnElement[], ids: ReadonlySet<string>): void {
  const gone = new Set(elements);
  for (const element of everything(root)) if (element.id !== undefined && ids.has(element.id)) gone.add(element);
  if (gone.size === 0) return;
  // What hangs on something that goes, goes too; round by round, since more may hang on that.
  for (let before = 0; before < gone.size;) {
    before = gone.size;
    for (const element of everything(root))
      if (!gone.has(element) && ends.some((end) => gone.has(refOf(element, end)!))) gone.add(element);
  }
  for (const element of [...everything(root)]) {
    for (const { name, isMany, isReference } of element.$descriptor.properties) {
      const value = element.get(name);
      if (isMany === true && Array.isArray(value) && value.some((one) => gone.has(one as BpmnElement)))
        element.set(
          name,
          value.filter((one) => !gone.has(one as BpmnElement)),
        );
      else if (isReference === true && gone.has(value as BpmnElement)) element.set(name, undefined);
    }
  }
}

const ends = ['sourceRef', 'targetRef', 'attachedToRef', 'bpmnElement'] as const;

/** Every element of a model, by what contains what. */
function* everything(element: BpmnElement): Generator<BpmnElement> {
  yield element;
  for (const { name, isReference } of element.$descriptor?.properties ?? []) {
    if (isReference === true) continue;
    const value = element.get(name);
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (
        typeof child === 'object' &&
        child !== null &&
        '$descriptor' in child &&
        (child as BpmnElement).$descriptor.properties
      )
        yield* everything(child as BpmnElement);
    }
  }
}

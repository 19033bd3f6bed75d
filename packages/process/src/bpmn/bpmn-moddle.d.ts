/** The library's own types name every element of the standard; `model.ts` says what we use of it. */
declare module 'bpmn-moddle' {
  export const BpmnModdle: new () => object;
}

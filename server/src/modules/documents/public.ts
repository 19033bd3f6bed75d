export { documentNamed, documentToSend, requireFolder } from './to-send.ts';
export { listNodes } from './list.ts';

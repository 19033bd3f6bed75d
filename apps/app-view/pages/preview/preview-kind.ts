/** How a file is shown; `none` is for those that are downloaded or left to an external preview server. */
export type PreviewKind = 'image' | 'pdf' | 'text' | 'audio' | 'video' | 'word' | 'sheet' | 'slides' | 'none';

const byType: Record<string, PreviewKind> = {
  'application/pdf': 'pdf',
  'application/json': 'text',
  'application/xml': 'text',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'sheet',
  'application/vnd.ms-excel': 'sheet',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'sheet',
  'application/vnd.oasis.opendocument.spreadsheet': 'sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'slides',
};

/** Images that browsers draw; what can run is shown as its text. */
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'];

/** By the type that the server read from the content; the name decides nothing. */
export function previewKind(type: string): PreviewKind {
  const known = byType[type.toLowerCase()];
  if (known) return known;
  if (pictures.includes(type)) return 'image';
  if (type.startsWith('text/') || type === 'image/svg+xml') return 'text';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  return 'none';
}

/** What a kind asks of the browser; an older one is told to be replaced. */
export function browserShows(kind: PreviewKind, type: string): boolean {
  const modern = typeof Promise.withResolvers === 'function' && typeof structuredClone === 'function';
  if (kind === 'audio' || kind === 'video') return document.createElement(kind).canPlayType(type) !== '';
  if (kind === 'word' || kind === 'slides') return modern && typeof CSSStyleSheet.prototype.replaceSync === 'function';
  return kind !== 'pdf' || modern;
}

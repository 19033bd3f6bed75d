import '@formwork/ui/skin/style-nonce.ts';
import { loadTexts, setLocale } from '@formwork/web/i18n/i18n.ts';
import { loadLibraryTexts } from '@formwork/web/i18n/library-texts.ts';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery.tsx';
import { localeAsked } from './address.ts';

const locale = localeAsked();
await Promise.all([
  setLocale(locale),
  loadLibraryTexts(locale),
  ...['ui', 'shell', 'charts', 'runs', 'code', 'maps'].map((area) => loadTexts(area, locale)),
]);
createRoot(document.getElementById('root')!).render(<Gallery />);

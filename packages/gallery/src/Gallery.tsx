import { UiTexts } from '@formwork/ui/format/texts.ts';
import { SkinProvider } from '@formwork/ui/skin/skin-provider.tsx';
import { skinIds } from '@formwork/ui/skin/skins.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useLibraryTexts } from '@formwork/web/i18n/library-texts.ts';
import { lazy, Suspense } from 'react';
import { addressWith, localeAsked, sceneAsked, skinAsked } from './address.ts';
import './gallery.css';

/** A scene shows one kind of component in all its states; its file is loaded with it. */
const scenes = {
  parts: lazy(() => import('./scenes/Parts.tsx')),
  states: lazy(() => import('./scenes/States.tsx')),
  frames: lazy(() => import('./scenes/Frames.tsx')),
  sheets: lazy(() => import('./scenes/Sheets.tsx')),
  list: lazy(() => import('./scenes/List.tsx')),
  charts: lazy(() => import('./scenes/Charts.tsx')),
  surface: lazy(() => import('./scenes/Surface.tsx')),
  digits: lazy(() => import('./scenes/Digits.tsx')),
  panels: lazy(() => import('./scenes/Panels.tsx')),
  map: lazy(() => import('./scenes/Map.tsx')),
  code: lazy(() => import('./scenes/Code.tsx')),
  'chart-states': lazy(() => import('./scenes/ChartStates.tsx')),
  forms: lazy(() => import('./scenes/Forms.tsx')),
  runs: lazy(() => import('./scenes/Runs.tsx')),
};

/** Every shared component in each skin and both languages, for those who build with them and for their tests. */
export function Gallery() {
  const t = useT();
  const name = sceneAsked();
  const Scene = name === null ? undefined : scenes[name as keyof typeof scenes];
  return (
    <UiTexts value={t}>
      <SkinProvider skin={skinAsked()} locale={useLibraryTexts()}>
        <header className="gallery-bar">
          <nav aria-label="Scenes">
            {Object.keys(scenes).map((scene) => (
              <a key={scene} href={addressWith({ scene })} aria-current={scene === name ? 'page' : undefined}>
                {scene}
              </a>
            ))}
          </nav>
          <nav aria-label="Skins">
            {skinIds.map((skin) => (
              <a key={skin} href={addressWith({ skin })} aria-current={skin === skinAsked() ? 'true' : undefined}>
                {skin}
              </a>
            ))}
            <a href={addressWith({ lang: localeAsked() === 'en' ? 'zh-CN' : 'en' })}>
              {localeAsked() === 'en' ? '中文' : 'English'}
            </a>
          </nav>
        </header>
        <main className="gallery-scene">
          <Suspense fallback={null}>{Scene && <Scene />}</Suspense>
        </main>
      </SkinProvider>
    </UiTexts>
  );
}

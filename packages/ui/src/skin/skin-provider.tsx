import { EllipsisOutlined, SearchOutlined } from '@ant-design/icons';
import { App, ConfigProvider, type ConfigProviderProps } from 'antd';
import { createContext, useContext, useLayoutEffect, useMemo, type ReactNode } from 'react';
import { antdTheme } from './antd-theme.ts';
import '../base.css';
import { cssVariables, skinOf, type Place, type Skin, type SkinId } from './skins.ts';
import { styleNonce } from './style-nonce.ts';
import { useUiText } from '../format/texts.ts';
import { useMedia } from './use-media.ts';

export interface SkinProviderProps {
  skin: SkinId;
  /** antd's own texts: `antd/locale/zh_CN` or `en_US`, loaded by the caller. */
  locale: NonNullable<ConfigProviderProps['locale']>;
  place?: Place;
  /** The enterprise's own colour; moved as far as reading needs. */
  primary?: string | undefined;
  children: ReactNode;
}

const SkinContext = createContext<Skin>(skinOf('white'));

/** Colours, sizes and messages for everything below. One per document: the variables go to the root element. */
export function SkinProvider({ skin: id, locale, place = 'app', primary, children }: SkinProviderProps) {
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const named = useNames();
  const skin = skinOf(id, { primary, systemDark, place });
  useLayoutEffect(() => paint(skin), [skin]);
  return (
    <SkinContext value={skin}>
      <ConfigProvider
        theme={antdTheme(skin, { motion: !still })}
        locale={locale}
        csp={{ nonce: styleNonce }}
        wave={disabledWave}
        button={plainButton}
        {...named}
      >
        <App component={false} notification={aboveFoot}>
          {children}
        </App>
      </ConfigProvider>
    </SkinContext>
  );
}

/** Notices lie above the foot of a page, where it saves and decides. */
const aboveFoot = { bottom: 72 };

/** A part of the page that keeps a skin of its own: stages that are dark whatever the page is. */
export function SkinScope({
  skin: id,
  className,
  children,
}: {
  skin: SkinId;
  className?: string;
  children: ReactNode;
}) {
  const skin = useMemo(() => skinOf(id), [id]);
  const style = useMemo(() => ({ ...cssVariables(skin), colorScheme: skin.dark ? 'dark' : 'light' }), [skin]);
  return (
    <SkinContext value={skin}>
      <div className={className} style={style}>
        {children}
      </div>
    </SkinContext>
  );
}

/** The colours themselves, for what cannot read CSS variables: charts and drawing surfaces. */
export function useSkin(): Skin {
  return useContext(SkinContext);
}

/** What antd's own buttons without words are called: it leaves them to their icons, or to English. */
function useNames(): Pick<ConfigProviderProps, 'modal' | 'drawer' | 'inputSearch' | 'tabs'> {
  const text = useUiText();
  const closable = { 'aria-label': text('ui.action.close') };
  return {
    modal: { closable },
    drawer: { closable },
    inputSearch: { searchIcon: <SearchOutlined aria-label={text('ui.action.search')} /> },
    tabs: { more: { icon: <EllipsisOutlined aria-label={text('ui.action.other_tabs')} /> } },
  };
}

const disabledWave = { disabled: true };
const plainButton = { autoInsertSpace: false };

function paint(skin: Skin) {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(cssVariables(skin))) root.style.setProperty(name, value);
  root.style.colorScheme = skin.dark ? 'dark' : 'light';
  root.dataset.skin = skin.id;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', skin.bar.ground);
}

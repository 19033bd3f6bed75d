import { nakedFrameName } from '@formwork/web/router/naked.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Segmented } from 'antd';

export const terminals = ['web', 'tablet', 'phone', 'applet'] as const;
export type Terminal = (typeof terminals)[number];

/** Pages as a terminal would show them: phones and tablets by their width, applets without a frame of ours but with their own bar. */
export const Device = { Choice, Frame };

function Choice<T extends Terminal>({
  terminals: offered,
  terminal,
  onTerminal,
}: {
  terminals: readonly T[];
  terminal: T;
  onTerminal: (terminal: T) => void;
}) {
  const t = useT();
  return (
    <Segmented
      size="small"
      aria-label={t('trial.terminal')}
      value={terminal}
      onChange={onTerminal}
      options={offered.map((value) => ({ value, label: t(`trial.terminal_${value}`) }))}
    />
  );
}

function Frame({ terminal, title, src }: { terminal: Terminal; title: string; src: string }) {
  return (
    <div className="trial-device" data-terminal={terminal}>
      {terminal === 'applet' && (
        <div className="trial-applet-bar" aria-hidden>
          {title}
          <i>··· ｜ ◎</i>
        </div>
      )}
      {/* eslint-disable-next-line react/iframe-missing-sandbox -- our own pages, as the person may open them anyway */}
      <iframe
        key={`${terminal} ${src}`}
        name={terminal === 'applet' ? nakedFrameName : undefined}
        title={title}
        src={src}
      />
    </div>
  );
}

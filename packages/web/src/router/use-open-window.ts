import { App } from 'antd';
import { useCallback } from 'react';
import { useT } from '../i18n/i18n.ts';

/** Opens an address in a new window, or says that the browser kept it shut: after a save, say, a click is no reason any more. */
export function useOpenWindow(): (address: string) => void {
  const t = useT();
  const { message } = App.useApp();
  return useCallback(
    (address) => {
      // with `noopener` nobody is told whether it opened
      const opened = window.open('', '_blank');
      if (!opened) return void message.warning(t('shell.pop_up_blocked'), 6);
      opened.opener = null;
      opened.location.replace(new URL(address, location.href));
    },
    [message, t],
  );
}

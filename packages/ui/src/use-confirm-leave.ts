import { App } from 'antd';
import { useEffect } from 'react';
import { guardLeaving } from './leave-guard.ts';
import { useUiText } from './texts.ts';

/** Leaving with changes asks. The router calls `mayLeave()`; closing the tab gets the browser's own question. */
export function useConfirmLeave(changed: boolean) {
  const { modal } = App.useApp();
  const text = useUiText();
  useEffect(() => {
    if (!changed) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    const release = guardLeaving(
      () =>
        new Promise((answer) => {
          modal.confirm({
            title: text('ui.leave.title'),
            content: text('ui.leave.hint'),
            okText: text('ui.leave.leave'),
            cancelText: text('ui.leave.stay'),
            okButtonProps: { danger: true },
            onOk: () => answer(true),
            onCancel: () => answer(false),
          });
        }),
    );
    return () => {
      removeEventListener('beforeunload', onUnload);
      release();
    };
  }, [changed, modal, text]);
}

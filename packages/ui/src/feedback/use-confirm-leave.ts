import { App } from 'antd';
import { useEffect } from 'react';
import { guardLeaving } from './leave-guard.ts';
import { useUiText } from '../format/texts.ts';

/** Leaving with changes asks, and says that they are lost, or what `hint` says. The router calls `mayLeave()`; closing the tab gets the browser's own question. */
export function useConfirmLeave(changed: boolean, hint?: string) {
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
            content: hint ?? text('ui.leave.hint'),
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
  }, [changed, hint, modal, text]);
}

import { filesApi } from '@formwork/contract/files/api.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';
import { useState } from 'react';

/** Sends one file ahead of the form it belongs to; answers its id, or undefined after saying why not. */
export function useUpload(purpose: string) {
  const t = useT();
  const { message } = App.useApp();
  const [sending, setSending] = useState(false);
  const send = async (file: File): Promise<string | undefined> => {
    setSending(true);
    try {
      const [stored] = await upload(filesApi.upload, { query: { purpose } }, [file]);
      return stored?.id;
    } catch (error) {
      void message.error(errorText(error, t));
      return undefined;
    } finally {
      setSending(false);
    }
  };
  return { send, sending };
}

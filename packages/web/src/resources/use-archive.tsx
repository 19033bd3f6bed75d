import { definitionsApi, type Definition, type DefinitionUses } from '@formwork/contract/definitions/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { App } from 'antd';
import { isApiError } from '../http/api-error.ts';
import { call } from '../http/call.ts';
import { errorText } from '../http/error-text.ts';
import { refresh } from '../http/query.ts';
import { useCommand } from '../http/use-command.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { resourceReadings } from './resource.ts';
import { Behind } from './Behind.tsx';
import { UseLines } from './Uses.tsx';

/** Into the bin, after a yes: a second one where others show less without it. Who decides by it is shown, and it stays. */
export function useArchive(): { archive: (definition: Definition) => void; restore: (definition: Definition) => void } {
  const t = useT();
  const locale = useLocale();
  const { modal, message } = App.useApp();
  const back = useCommand(definitionsApi.restore, { refresh: resourceReadings });
  const send = async (definition: Definition, accept: boolean): Promise<void> => {
    const { kind, id } = definition;
    try {
      await call(definitionsApi.archive, { params: { kind, id }, body: { accept } });
      await refresh(...resourceReadings);
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'definitions.release.asks') ask(definition, error.data as unknown as DefinitionUses);
      else if (error.code === 'definitions.release.in_use')
        void modal.error({
          title: errorText(error, t),
          content: <UseLines {...(error.data as unknown as DefinitionUses)} />,
        });
      else void message.error(errorText(error, t));
    }
  };
  const ask = (definition: Definition, uses: DefinitionUses) =>
    void modal.confirm({
      title: t('resources.archive_used'),
      content: <UseLines {...uses} />,
      okText: t('resources.archive_anyway'),
      okButtonProps: { danger: true },
      onOk: () => send(definition, true),
    });
  const archive = (definition: Definition) =>
    void modal.confirm({
      title: t('resources.archive_title', { name: textIn(definition.name, locale) }),
      content: (
        <>
          {t('resources.archive_hint')}
          <Behind kind={definition.kind} id={definition.id} />
        </>
      ),
      okText: t('resources.archive'),
      okButtonProps: { danger: true },
      onOk: () => send(definition, false),
    });
  return { archive, restore: ({ kind, id }) => void back.run({ params: { kind, id } }) };
}

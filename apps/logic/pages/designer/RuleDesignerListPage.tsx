import { UploadOutlined } from '@ant-design/icons';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { readDmn } from '@formwork/logic/dmn/read.ts';
import { readJdm } from '@formwork/logic/jdm/read.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { newCommandId } from '@formwork/web/http/call.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ResourcePage } from '@formwork/web/resources/ResourcePage.tsx';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { App, Button } from 'antd';
import { useRef } from 'react';
import { rules } from '../../rule-resources.ts';

/** Tables, graphs and rules of actions by folders; models of DMN and JDM become rules. */
export default function RuleDesignerListPage() {
  const t = useT();
  const elements = useElements('ruleDesignerList');
  return (
    <ResourcePage
      of={rules}
      shows={(part) => elements.shows('tools', part)}
      actions={
        elements.shows('tools', 'import') && (
          <ImportModel title={elements.title('tools', 'import', t('rules.import'))} />
        )
      }
    />
  );
}

function ImportModel({ title }: { title: string }) {
  const t = useT();
  const router = useRouter();
  const { message } = App.useApp();
  const file = useRef<HTMLInputElement>(null);
  const create = useCommand(definitionsApi.create, { refresh: [definitionsApi.list] });
  const take = async (chosen: File) => {
    const text = await chosen.text();
    const name = chosen.name.replace(/\.[^.]*$/, '');
    const read = /^\s*</.test(text) ? readDmn(text) : readJdm(text, name);
    if (!read.ok) {
      const [first] = read.problems;
      return void message.error(t(first?.code ?? 'rules.problem.not_readable', { reason: '', ...first?.data }));
    }
    const made = await create.run({
      params: { kind: 'rule' },
      body: { commandId: newCommandId(), name: { zh: name }, draft: { rule: { ...read.rule, name }, tests: [] } },
    });
    if (made) await router.go(rules.hrefOf(made.id));
  };
  return (
    <>
      <Button icon={<UploadOutlined />} loading={create.pending} onClick={() => file.current?.click()}>
        {title}
      </Button>
      <input
        ref={file}
        type="file"
        accept=".dmn,.xml,.json"
        hidden
        aria-label={title}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) void take(chosen);
        }}
      />
    </>
  );
}

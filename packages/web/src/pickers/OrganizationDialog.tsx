import { DeleteOutlined } from '@ant-design/icons';
import { Checkbox, Modal, Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import { isChosen, toggledChoice, type Choice, type ChoiceKind } from './choice.ts';
import { ChooseDepartments } from './ChooseDepartments.tsx';
import { ChooseListed } from './ChooseListed.tsx';
import { ChoosePeople } from './ChoosePeople.tsx';
import './organization-dialog.css';

export interface OrganizationDialogProps {
  /** Each gets a tab, in this order. */
  kinds: readonly ChoiceKind[];
  chosen: readonly Choice[];
  multiple: boolean;
  max?: number | undefined;
  /** Ids that are not offered. */
  except?: readonly string[] | undefined;
  /** Of groups only the public ones: rights are given to no others. */
  publicOnly?: boolean;
  /** A choice may be taken out of what others bring in. */
  exceptions?: boolean;
  onDone: (choices: Choice[]) => void;
  onClose: () => void;
}

export interface ChooseProps {
  isChosen: (id: string) => boolean;
  toggle: (picked: { id: string; name: string }) => void;
  multiple: boolean;
  except: readonly string[];
}

const nobody: readonly string[] = [];

/** Users, departments, posts and groups of users: browse or search at the left, what is chosen at the right. */
export default function OrganizationDialog({
  kinds,
  chosen,
  multiple,
  max,
  except = nobody,
  publicOnly = false,
  exceptions = false,
  onDone,
  onClose,
}: OrganizationDialogProps) {
  const t = useT();
  const [choices, setChoices] = useState<Choice[]>([...chosen]);
  const propsFor = (kind: ChoiceKind): ChooseProps => ({
    multiple,
    except,
    isChosen: (id) => isChosen(choices, kind, id),
    // several at once add up
    toggle: ({ id, name }) =>
      setChoices((before) => {
        const isFull = multiple && max !== undefined && before.length >= max && !isChosen(before, kind, id);
        return isFull ? before : toggledChoice(before, { kind, id, name }, multiple);
      }),
  });
  const panes = {
    people: () => <ChoosePeople {...propsFor('people')} />,
    departments: () => <ChooseDepartments {...propsFor('departments')} />,
    posts: () => <ChooseListed key="posts" kind="posts" {...propsFor('posts')} />,
    roles: () => <ChooseListed key="roles" kind="roles" {...propsFor('roles')} />,
    groups: () => <ChooseListed key="groups" kind="groups" publicOnly={publicOnly} {...propsFor('groups')} />,
  } satisfies Record<ChoiceKind, () => ReactNode>;
  const [only] = kinds;
  return (
    <Modal
      open
      width={780}
      className="organization-dialog"
      title={t(kinds.length === 1 && only ? `records.pick.choose_${only}` : 'records.pick.choose')}
      okText={t('records.pick.ok')}
      onCancel={onClose}
      onOk={() => onDone(choices)}
    >
      <div className="choose">
        <div className="choose-from">
          {kinds.length === 1 && only ? (
            panes[only]()
          ) : (
            <Tabs
              items={kinds.map((kind) => ({ key: kind, label: t(`records.pick.${kind}`), children: panes[kind]() }))}
            />
          )}
        </div>
        <section className="chosen" aria-label={t('records.pick.chosen', { count: choices.length })}>
          <header>
            <span>
              {t('records.pick.chosen', { count: choices.length })}
              {max === undefined ? '' : ` / ${max}`}
            </span>
            {choices.length > 0 && (
              <button type="button" className="choose-clear" onClick={() => setChoices([])}>
                {t('records.pick.clear')}
              </button>
            )}
          </header>
          <ul>
            {choices.map((choice) => (
              <li key={`${choice.kind} ${choice.id}`}>
                <span className="chosen-name" title={choice.name} data-except={choice.except}>
                  {choice.name}
                </span>
                {kinds.length > 1 && <span className="chosen-kind">{t(`records.pick.${choice.kind}`)}</span>}
                {exceptions && (
                  <Checkbox
                    checked={choice.except === true}
                    onChange={(event) =>
                      setChoices(
                        choices.map((one) => (one === choice ? { ...one, except: event.target.checked } : one)),
                      )
                    }
                  >
                    {t('records.pick.except')}
                  </Checkbox>
                )}
                <button
                  type="button"
                  className="fw-icon-button"
                  aria-label={t('records.pick.remove', { name: choice.name })}
                  title={t('records.pick.remove', { name: choice.name })}
                  onClick={() => setChoices(choices.filter((one) => one !== choice))}
                >
                  <DeleteOutlined />
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Modal>
  );
}

import type { ElementOf } from '@formwork/contract/console/elements.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { ContactCard } from '@formwork/contract/organization/contacts.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState, ErrorState, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { usePage, usePageTitle } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pictureAddress } from '@formwork/web/http/picture-address.ts';
import './contacts.css';

/** One person as colleagues see them. */
export default function ContactCardPage() {
  const t = useT();
  const { params } = usePage();
  const card = useQuery(q(organizationApi.getContact, { params: { personId: params.userId ?? '' } }));
  usePageTitle(card.data?.name);
  if (card.isPending) return <SkeletonForm />;
  if (card.isError) {
    if (isApiError(card.error) && (card.error.status === 404 || card.error.status === 422))
      return (
        <EmptyState
          title={t('contacts.gone')}
          hint={t('contacts.gone_hint')}
          action={<Link href={pathTo('contacts')}>{t('contacts.title')}</Link>}
        />
      );
    return (
      <ErrorState
        hint={errorText(card.error, t)}
        requestId={isApiError(card.error) ? card.error.requestId : undefined}
        onRetry={() => void card.refetch()}
      />
    );
  }
  return (
    <Page width="form" title={t('contacts.card')} back={pathTo('contacts')}>
      <Card card={card.data} />
    </Page>
  );
}

interface Fact {
  id: ElementOf<'contactCard', 'facts'>;
  label: string;
  value: ReactNode;
}

function Card({ card }: { card: ContactCard }) {
  const t = useT();
  const elements = useElements('contactCard');
  const main = card.positions.find((position) => position.main);
  const all: Fact[] = [
    { id: 'gender', label: t('contacts.gender'), value: card.gender && t(`contacts.gender_${card.gender}`) },
    { id: 'birthday', label: t('contacts.birthday'), value: card.birthday },
    { id: 'department', label: t('contacts.department'), value: main?.department.join(' / ') },
    { id: 'position', label: t('contacts.position'), value: main?.post },
    ...card.positions
      .filter((position) => !position.main)
      .map(({ department, post }): Fact => ({
        id: 'partTime',
        label: t('contacts.part_time'),
        value: [department.join(' / '), post].filter(Boolean).join(' · '),
      })),
    ...(card.supplier ? [{ id: 'supplier' as const, label: t('contacts.supplier'), value: card.supplier }] : []),
    {
      id: 'superior',
      label: t('contacts.superior'),
      value: card.superior && (
        <Link href={pathTo('contactCard', { userId: card.superior.id })}>{card.superior.name}</Link>
      ),
    },
    { id: 'email', label: t('contacts.email'), value: card.email && <a href={`mailto:${card.email}`}>{card.email}</a> },
    { id: 'extension', label: t('contacts.extension'), value: card.extension },
    {
      id: 'jobDescription',
      label: t('contacts.job_description'),
      value: card.jobDescription && <span className="contact-words">{card.jobDescription}</span>,
    },
  ];
  const facts = elements.arranged('facts', all);
  return (
    <article className="contact-card">
      <header>
        <Avatar name={card.name} src={card.portrait ? pictureAddress(card.portrait) : undefined} size={72} />
        <h2>
          {card.name} {card.disabled && <StateTag>{t('contacts.left')}</StateTag>}
        </h2>
      </header>
      <dl>
        {facts.map(({ id, label, value }, at) => (
          <div key={at}>
            <dt>{elements.title('facts', id, label)}</dt>
            <dd>{value || <span className="contact-nothing">{t('contacts.not_given')}</span>}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

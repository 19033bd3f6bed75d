import type { Contact } from '@formwork/contract/organization/contacts.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { VirtualRows, type VirtualRowsHandle } from '@formwork/ui/list/virtual-rows.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRef } from 'react';
import { pictureAddress } from '@formwork/web/http/picture-address.ts';
import { useContacts } from './use-contacts.ts';

const rowHeight = 56;

/** A list one can jump in: the letters at its edge lead to where names with them begin, whatever lies between. */
export function ContactList({ department, search }: { department: string | undefined; search: string }) {
  const t = useT();
  const rows = useRef<VirtualRowsHandle>(null);
  const { contactAt, total, initials, first, show } = useContacts(department, search);
  if (first.isError)
    return (
      <ErrorState
        hint={errorText(first.error, t)}
        requestId={isApiError(first.error) ? first.error.requestId : undefined}
        onRetry={() => void first.refetch()}
      />
    );
  if (first.isPending) return <SkeletonRows rows={10} columns={3} height={rowHeight} />;
  if (total === 0)
    return search === '' ? (
      <EmptyState title={t('contacts.none')} hint={t('contacts.none_hint')} />
    ) : (
      <EmptyState title={t('contacts.none_found', { search })} hint={t('contacts.none_found_hint')} />
    );
  return (
    <div className="contacts-list">
      <VirtualRows
        ref={rows}
        label={t('contacts.title')}
        count={total}
        rowHeight={rowHeight}
        onShown={show}
        render={(index) => <ContactLine contact={contactAt(index)} />}
      />
      {initials.length > 1 && (
        <nav className="contacts-letters" aria-label={t('contacts.letters')}>
          {initials.map(({ letter, offset }) => (
            <button key={letter} type="button" onClick={() => rows.current?.jumpTo(offset)}>
              {letter}
            </button>
          ))}
        </nav>
      )}
      <span className="contacts-total" role="status">
        {t('contacts.total', { count: total })}
      </span>
    </div>
  );
}

function ContactLine({ contact }: { contact: Contact | undefined }) {
  if (!contact)
    return (
      <span className="contact-line" aria-busy>
        <span className="fw-bone" />
      </span>
    );
  const { id, name, portrait, department, post, extension, email } = contact;
  return (
    <Link className="contact-line" href={pathTo('contactCard', { userId: id })}>
      <Avatar name={name} src={portrait ? pictureAddress(portrait) : undefined} size={36} />
      <span className="contact-who">
        <b>{name}</b>
        <span>{[department, post].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="contact-reach">{extension}</span>
      <span className="contact-reach contact-email">{email}</span>
    </Link>
  );
}

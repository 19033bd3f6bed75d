import { RightOutlined } from '@ant-design/icons';
import { Link } from '@formwork/ui/frame/link.tsx';
import type { ReactNode } from 'react';

/** A part of the start page, with the way to all of it. */
export function Panel({
  title,
  more,
  children,
}: {
  title: string;
  more?: { href: string; text: string };
  children: ReactNode;
}) {
  return (
    <section className="start-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {more && (
          <Link href={more.href}>
            {more.text}
            <RightOutlined />
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}

/** Nothing here: what will be. */
export function Nothing({ icon, title, hint }: { icon: ReactNode; title: string; hint: string }) {
  return (
    <li className="start-nothing">
      {icon}
      <span>
        <strong>{title}</strong>
        <span>{hint}</span>
      </span>
    </li>
  );
}

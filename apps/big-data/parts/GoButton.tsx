import { useRouter } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';

/** A button that leads to another page of ours. */
export function GoButton({ href, children }: { href: string; children: ReactNode }) {
  const router = useRouter();
  return <Button onClick={() => void router.go(href)}>{children}</Button>;
}

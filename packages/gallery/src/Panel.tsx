import type { ReactNode } from 'react';

/** A framed place with the name of what it shows. */
export function Panel({ name, height, children }: { name: string; height?: number; children: ReactNode }) {
  return (
    <section className="gallery-panel" aria-label={name} style={height === undefined ? undefined : { height }}>
      <h2>{name}</h2>
      <div>{children}</div>
    </section>
  );
}

import type { CSSProperties, ReactNode } from 'react';
import './app-face.css';

export interface AppFaceProps {
  /** The solid shade of a hue, dark enough for white; the same in every skin, so that a thing is known again. */
  color: string;
  icon?: ReactNode;
  /** Its first letter stands where there is no icon. */
  title: string;
  size?: 16 | 20 | 24 | 32 | 40 | 48;
}

/** A face: a sign in white on a colour. It stands beside its name and is silent itself; its letter is no text, so that the words of a button are those of its name. */
export function AppFace({ color, icon, title, size = 32 }: AppFaceProps) {
  const style = { '--face': color, '--face-size': `${size}px` } as CSSProperties;
  const letter = icon ? undefined : [...title.trim()][0]?.toUpperCase();
  return (
    <span className="fw-face" aria-hidden data-letter={letter} style={style}>
      {icon}
    </span>
  );
}

/** Something to be said of a part of the text, with ways to mend it. */
export interface CodeProblem {
  from: number;
  to: number;
  severity: 'error' | 'warning' | 'info';
  message: string;
  fixes?: readonly CodeFix[];
}

export interface CodeFix {
  title: string;
  changes: readonly { from: number; to: number; insert: string }[];
}

/** What is told of the text under the pointer. */
export interface CodeHover {
  from: number;
  to: number;
  text: string;
}

import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** What CodeMirror says by itself, in the words of the page. */
export function editorWords(t: Translate): Record<string, string> {
  return {
    Find: t('code.search.find'),
    Replace: t('code.search.replace_with'),
    next: t('code.search.next'),
    previous: t('code.search.previous'),
    all: t('code.search.all'),
    'match case': t('code.search.match_case'),
    regexp: t('code.search.pattern'),
    'by word': t('code.search.by_word'),
    replace: t('code.search.replace'),
    'replace all': t('code.search.replace_all'),
    close: t('code.search.close'),
    Diagnostics: t('code.problems'),
    'No diagnostics': t('code.no_problems'),
    Completions: t('code.completions'),
    'Fold line': t('code.fold'),
    'Unfold line': t('code.unfold'),
  };
}

/** A finding in a text; `code` is the key of its translation and `data` fills the gaps in it. */
export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly code: ProblemCode;
  readonly data?: ProblemData;
}

/** Something that made a part of a result null while it ran. */
export type Warning = Problem;

export type ProblemCode = keyof typeof problemGaps;
export type ProblemData = Readonly<Record<string, string | number>>;

/** Every code there is, with the names of the gaps in its text. */
export const problemGaps = {
  // reading
  'feel.empty': [],
  'feel.too_long': ['max'],
  'feel.too_complex': ['max'],
  'feel.unexpected': ['found'],
  'feel.unexpected_end': [],
  'feel.unclosed_bracket': ['bracket'],
  'feel.unclosed_string': [],
  'feel.unclosed_name': [],
  'feel.double_equals': [],
  'feel.ampersand': [],
  'feel.percent': [],
  'feel.full_width': ['found'],
  'feel.missing_operator': ['left', 'right'],
  'feel.unknown_type': ['type'],
  // names
  'feel.unknown_name': ['name'],
  'feel.unknown_name_similar': ['name', 'suggestion'],
  'feel.unknown_function': ['name'],
  'feel.unknown_function_similar': ['name', 'suggestion'],
  'feel.unknown_field': ['name'],
  'feel.key_twice': ['name'],
  // types
  'feel.wrong_operands': ['op', 'left', 'right'],
  'feel.wrong_operand': ['op', 'type'],
  'feel.not_a_condition': ['type'],
  'feel.wrong_filter': ['type'],
  'feel.not_a_function': ['type'],
  'feel.external_function': [],
  'feel.wrong_type': ['expected', 'given'],
  // decision tables
  'feel.several_rules': [],
  'feel.input_not_allowed': ['input'],
  // calls
  'feel.wrong_call': ['function'],
  'feel.wrong_argument': ['function', 'argument', 'expected', 'given'],
  'feel.wrong_argument_count': ['function', 'given', 'expected'],
  'feel.wrong_argument_names': ['function', 'expected'],
  'feel.empty_argument': ['function', 'argument'],
  'feel.empty_operand': ['op'],
  'feel.empty_in_list': [],
  // values
  'feel.division_by_zero': [],
  'feel.negative_root': [],
  'feel.number_out_of_range': [],
  'feel.wrong_scale': [],
  'feel.wrong_separator': ['separator'],
  'feel.amount_too_great': ['amount'],
  'feel.unreadable': ['text', 'type'],
  'feel.no_pinyin': [],
  'feel.no_such_date': [],
  'feel.no_such_time': [],
  'feel.date_out_of_range': [],
  'feel.unknown_unit': ['unit'],
  'feel.wrong_weekday_kind': [],
  'feel.wrong_format': ['format'],
  'feel.wrong_pattern': ['pattern'],
  'feel.wrong_replacement': ['text'],
  'feel.matches_nothing': ['pattern'],
  'feel.pattern_too_slow': ['pattern'],
  'feel.wrong_range': [],
  'feel.no_such_position': ['position'],
  'feel.wrong_entry': [],
  'feel.not_found': ['text'],
  'feel.not_comparable': ['left', 'right'],
  'feel.different_lengths': [],
  // limits of a run
  'feel.too_much_work': [],
  'feel.too_deep': [],
  // writing SQL
  'feel.not_in_sql': ['part'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

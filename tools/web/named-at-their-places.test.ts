import path from 'node:path';
import { expect, it } from 'vitest';
import { namedAtTheirPlaces } from './named-at-their-places.ts';

const { handler } = namedAtTheirPlaces(path.resolve(import.meta.dirname, '../..')).transform as unknown as {
  handler: (code: string) => { code: string };
};

it('takes parts and icons from their own files, and says so where it no longer can', () => {
  const { code } = handler(
    "import { FilterOutlined } from '@ant-design/icons';\nimport { Button,\n  type ButtonProps, Input as Line } from 'antd';\n",
  );
  expect(code).toMatch(
    /^import FilterOutlined from ".*icons\/es\/icons\/FilterOutlined\.js";\nimport Button from ".*antd\/es\/button\/index\.js"; import Line from ".*antd\/es\/input\/index\.js";\n\n$/,
  );
  expect(() => handler("import { NoSuchOutlined } from '@ant-design/icons';")).toThrow('NoSuchOutlined');
});

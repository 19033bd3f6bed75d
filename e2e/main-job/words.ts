import type { Text } from '@formwork/contract/text.ts';
import type { Locale } from '../testing/texts.ts';

/** A person of the enterprise; logins are made unique, so that a run can follow another on the same data. */
export interface Colleague {
  name: string;
  login: string;
  password: string;
}

/** What the people of the job call their things, both languages where the product keeps both. */
export interface Words {
  app: Text;
  form: Text;
  /** The corrected name of the first column. */
  number: string;
  fields: Record<'findings' | 'due' | 'owner' | 'photos' | 'urgency' | 'total', Text>;
  urgencies: Text[];
  table: Text;
  columns: Record<'item' | 'quantity' | 'price' | 'amount', Text>;
  nodes: Record<'managers' | 'signers' | 'costs' | 'copy', Text>;
  costly: Text;
  role: string;
  reason: string;
  remark: string;
  finding: string;
  items: string[];
}

const titles = {
  form: { zh: '铣床点检', en: 'Milling machine checks' },
  fields: {
    findings: { zh: '处理说明', en: 'Findings' },
    due: { zh: '完成日期', en: 'Due on' },
    owner: { zh: '负责人', en: 'In charge' },
    photos: { zh: '现场照片', en: 'Photos' },
    urgency: { zh: '紧急程度', en: 'Urgency' },
    total: { zh: '费用合计', en: 'Total cost' },
  },
  urgencies: [
    { zh: '立即', en: 'At once' },
    { zh: '本周', en: 'This week' },
  ],
  table: { zh: '处理措施', en: 'Actions taken' },
  columns: {
    item: { zh: '措施项目', en: 'Item' },
    quantity: { zh: '数量', en: 'Quantity' },
    price: { zh: '单价', en: 'Unit price' },
    amount: { zh: '金额', en: 'Amount' },
  },
  nodes: {
    managers: { zh: '设备经理审批', en: 'Equipment managers decide' },
    signers: { zh: '两人会签', en: 'Two sign' },
    costs: { zh: '费用是否较高', en: 'Is it costly' },
    copy: { zh: '知会设备经理', en: 'Copy to the managers' },
  },
  costly: { zh: '费用较高', en: 'Costly' },
};

export function wordsOf(locale: Locale, mark: string): Words {
  return locale === 'zh-CN'
    ? {
        ...titles,
        app: { zh: `设备管理 ${mark}`, en: `Equipment ${mark}` },
        number: '编号',
        role: `设备经理 ${mark}`,
        reason: '单价有误，请核对报价单',
        remark: '同意，请尽快安排',
        finding: '主轴过热，刀具磨损严重',
        items: ['更换刀具', '主轴润滑'],
      }
    : {
        ...titles,
        app: { zh: `设备 ${mark}`, en: `Machines ${mark}` },
        number: 'No.',
        role: `Equipment managers ${mark}`,
        reason: 'The unit price is wrong, see the offer',
        remark: 'Agreed, go ahead',
        finding: 'Spindle too hot, tool worn out',
        items: ['Change the tool', 'Grease the spindle'],
      };
}

/** Two equipment managers, two who counter-sign, and a seventh who has nothing to do with it (with admin and user). */
export const newcomers: Record<Locale, [string, string, string, string, string]> = {
  'zh-CN': ['张伟', '李娜', '王强', '赵敏', '孙七'],
  en: ['Grace Hall', 'Henry Moore', 'Ivy Clark', 'Jack Reed', 'Kate Seventh'],
};

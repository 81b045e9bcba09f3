import { testRegisterPages } from "../features/register.contract.ts";

testRegisterPages("claude");

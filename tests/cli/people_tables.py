# SPDX-License-Identifier: Apache-2.0
"""Tables of people drawn from truths that are known, for tests of what learning makes of them.

Both are made like public tables that everybody knows, so that their columns have the names that
people really give: who survived a shipwreck, and whose credit line was repaid. One seed gives one
table.
"""

import random


def csv(header, rows):
    lines = [header] + [",".join(str(cell) for cell in row) for row in rows]
    return "\n".join(lines) + "\n"


def passengers(rows=900, seed=1):
    """Women live unless they travel third class with a large family; men die unless they are
    children or paid much. Three rows in a hundred are as chance has it; some ages are missing."""
    draw = random.Random(seed)
    out = []
    for number in range(1, rows + 1):
        travels = draw.choices((1, 2, 3), (24, 21, 55))[0]
        sex = draw.choices(("male", "female"), (64, 36))[0]
        age = min(80, max(1, int(draw.gauss(30, 14))))
        siblings, parents = draw.choices((0, 1, 3, 5), (68, 22, 7, 3))[0], draw.choices((0, 1, 2), (76, 14, 10))[0]
        fare = round(draw.uniform(*{1: (30, 260), 2: (10, 60), 3: (5, 30)}[travels]), 2)
        if sex == "female":
            lives = not (travels == 3 and siblings + parents > 2)
        else:
            lives = age < 13 or fare > 150
        if draw.random() < 0.03:
            lives = draw.random() < 0.4
        shown = "" if draw.random() < 0.05 else age
        out.append((number, int(lives), travels, sex, shown, siblings, parents, fare, draw.choice("SCQ")))
    return csv("PassengerId,Survived,Pclass,Sex,Age,SibSp,Parch,Fare,Embarked", out)


def borrowers(rows=1500, seed=1):
    """Bad where the estimate is low; where the burden is high and the file short; and where bills
    were often late, in number or lately. The estimate follows the burden and the lateness."""
    draw = random.Random(seed)
    out = []
    for _ in range(rows):
        oldest = int(min(600, max(6, draw.gauss(190, 90))))
        recent = draw.choices((draw.randint(0, 6), draw.randint(7, 60)), (60, 40))[0]
        file = int(oldest * draw.uniform(0.3, 0.6))
        late = draw.choices((0, 1, 2, 3, 5), (62, 18, 9, 6, 5))[0]
        since_late = draw.randint(0, 80) if late else 80
        on_time = max(30, 100 - 7 * late - draw.randint(0, 12))
        worst = 8 if late == 0 else draw.randint(2, 6)
        trades = draw.randint(3, 50)
        asked = draw.choices((0, 1, 2, 4, 7), (40, 25, 17, 12, 6))[0]
        burden = min(120, max(0, int(draw.gauss(36, 26))))
        estimate = 92 - burden // 4 - 5 * late - asked + draw.randint(-4, 4)
        bad = estimate < 70 or (burden > 50 and oldest < 150) or late >= 3 or (late and since_late < 12)
        if draw.random() < 0.02:
            bad = draw.random() < 0.5
        out.append(("Bad" if bad else "Good", estimate, oldest, recent, file, trades, late, on_time,
                    since_late, worst, asked, burden))
    return csv("RiskPerformance,ExternalRiskEstimate,MSinceOldestTradeOpen,MSinceMostRecentTradeOpen,"
               "AverageMInFile,NumSatisfactoryTrades,NumTrades60Ever2DerogPubRec,"
               "PercentTradesNeverDelq,MSinceMostRecentDelq,MaxDelqEver,NumInqLast6M,"
               "NetFractionRevolvingBurden", out)

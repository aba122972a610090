#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cogs serve` beside DiCE behind FastAPI and uvicorn: the same people, the same decision, asked over HTTP in
the same way.

    pip install dice-ml fastapi uvicorn
    python bench/serve_dice.py --cogs COGS --data adult.csv

Both servers run on this machine, one after the other, with two workers or threads; as many clients as --clients ask for one way each, for
--seconds. DiCE gets the model's decision as a black box and the restrictions that it has a place for, as in dice_bench.py. Prints a
table in Markdown: answers a second, median and 99th percentile, how many answers had a way, and how many of these keep the causal rules
(judged by `cogs evaluate`).
"""

import argparse
import csv
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path

TOKEN = "d" * 40


def app():
    """The application that uvicorn runs: POST /recourse with a record gives DiCE's first counterfactual."""
    import dice_ml
    import pandas
    from fastapi import FastAPI, Request
    from raiutils.exceptions import UserConfigValidationException

    import dice_bench

    warnings.filterwarnings("ignore")
    os.environ["TQDM_DISABLE"] = "1"
    model = json.loads(Path(os.environ["DICE_MODEL"]).read_text(encoding="utf-8"))
    frame = dice_bench.read_frame(os.environ["DICE_DATA"], model)
    decision = dice_bench.Decision(model)
    known = frame.copy()
    known["outcome"] = decision.predict(frame)
    numeric = [f["name"] for f in model["features"] if f["type"] != "set"]
    explainer = dice_ml.Dice(dice_ml.Data(dataframe=known, continuous_features=numeric, outcome_name="outcome"),
                             dice_ml.Model(model=decision, backend="sklearn", model_type="classifier"), method="random")
    served = FastAPI()

    @served.post("/recourse")
    async def recourse(request: Request):
        given = await request.json()
        person = pandas.DataFrame([{name: given["person"][name] for name in decision.features}])
        for name in person:
            person[name] = person[name].astype(frame[name].dtype)
        ranges = dice_bench.permitted(model, person.iloc[0])
        try:
            found = explainer.generate_counterfactuals(
                person, total_CFs=1, desired_class="opposite", permitted_range=ranges, features_to_vary=list(ranges),
                verbose=False, random_seed=given["seed"]).cf_examples_list[0].final_cfs_df
        except UserConfigValidationException:
            found = None
        if found is None or found.empty:
            return {"way": None}
        return {"way": [str(found.iloc[0][name]) for name in decision.features]}

    return served


def load(port, path, headers, bodies, clients, seconds):
    """Every client asks about the next person, one question after the other."""
    times, answers, lock = [], {}, threading.Lock()
    ends, counter = time.monotonic() + seconds, iter(range(10**9))

    def client():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        while time.monotonic() < ends:
            with lock:
                number = next(counter)
            began = time.monotonic()
            connection.request("POST", path, bodies[number % len(bodies)], headers)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != 200:
                sys.exit(f"{answer.status}: {text[:300]}")
            with lock:
                times.append(time.monotonic() - began)
                answers.setdefault(number % len(bodies), text)

    began = time.monotonic()
    threads = [threading.Thread(target=client) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    passed = time.monotonic() - began
    times.sort()
    return {"rate": len(times) / passed, "median": times[len(times) // 2], "p99": times[int(len(times) * 0.99)],
            "answers": [json.loads(answers[i]) for i in sorted(answers)], "asked": sorted(answers)}


def cogs_way(features, answer):
    if answer["status"] != "found":
        return None
    return [str(answer["paths"][0]["transitions"][-1]["state"][name]) for name in features]


def main():
    import dice_bench

    root = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser()
    parser.add_argument("--cogs", default=str(root / "build/release/apps/cli/cogs"))
    parser.add_argument("--model", default=str(root / "examples/adult/adult.cogs"))
    parser.add_argument("--data", required=True)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        exported = subprocess.run([given.cogs, "export", given.model, "--to", "json"], check=True, capture_output=True, text=True)
        model_json = Path(folder) / "model.json"
        model_json.write_text(exported.stdout, encoding="utf-8")
        model = json.loads(exported.stdout)
        frame = dice_bench.read_frame(given.data, model)
        decision = dice_bench.Decision(model)
        rejected = [i for i, good in enumerate(decision.predict(frame)) if not good]
        people = frame.iloc[sorted(random.Random(given.seed).sample(rejected, given.people))].reset_index(drop=True)
        people_file = f"{folder}/people.csv"
        people.to_csv(people_file, index=False)
        records = [{name: (value.item() if hasattr(value, "item") else value) for name, value in row.items()}
                   for _, row in people.iterrows()]
        results = {}

        token = Path(folder) / "token"
        token.write_text(TOKEN, encoding="ascii")
        token.chmod(0o600)
        server = subprocess.Popen([given.cogs, "serve", given.model, "--store", f"{folder}/a.store", "--listen", "127.0.0.1:0",
                                   "--threads", "2", "--token-file", str(token)], stdout=subprocess.PIPE, text=True)
        try:
            port = int(re.match(r"Open http://127\.0\.0\.1:(\d+)/", server.stdout.readline()).group(1))
            results["cogs serve"] = load(port, f"/api/v1/models/{Path(given.model).stem}/recourse",
                                         {"Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"},
                                         [json.dumps({"person": record}) for record in records], given.clients, given.seconds)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)

        environment = {**os.environ, "DICE_MODEL": str(model_json), "DICE_DATA": given.data,
                       "PYTHONPATH": str(Path(__file__).resolve().parent), "OMP_NUM_THREADS": "1"}
        port = 18601
        server = subprocess.Popen([sys.executable, "-m", "uvicorn", "--factory", "serve_dice:app", "--port", str(port), "--workers", "2",
                                   "--log-level", "error"], env=environment, start_new_session=True)
        try:
            for _ in range(600):
                try:
                    http.client.HTTPConnection("127.0.0.1", port, timeout=5).connect()
                    break
                except OSError:
                    time.sleep(0.5)
            time.sleep(20)  # the second worker
            results["DiCE behind FastAPI"] = load(port, "/recourse", {"Content-Type": "application/json"},
                                                  [json.dumps({"person": record, "seed": i}) for i, record in enumerate(records)],
                                                  given.clients, given.seconds)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(timeout=60)

        print(f"{given.people} people, {given.clients} clients, {given.seconds:.0f} s each; load {os.getloadavg()[0]:.1f} "
              f"on {os.cpu_count()} cores\n\n| server | answers a second | median | p99 | with a way | keep the causal rules | valid, and break nothing |\n"
              "|---|---|---|---|---|---|---|")
        for name, found in results.items():
            ways = [cogs_way(decision.features, one) if name == "cogs serve" else one["way"] for one in found["answers"]]
            asked = people.iloc[found["asked"]]
            asked.to_csv(f"{folder}/asked.csv", index=False)
            with open(f"{folder}/ways.csv", "w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow(["row"] + decision.features)
                for number, way in enumerate(ways, start=1):
                    writer.writerow([number] + (way or [""] * len(decision.features)))
            judged = subprocess.run([given.cogs, "evaluate", given.model, f"{folder}/asked.csv", f"{folder}/ways.csv", "--data", given.data,
                                     "--json", "-q"], check=True, capture_output=True, text=True)
            tool = json.loads(judged.stdout)["tools"][0]
            count = sum(way is not None for way in ways)
            print(f"| {name} | {found['rate']:.1f} | {found['median'] * 1000:.1f} ms | {found['p99'] * 1000:.1f} ms | {count} of {len(ways)} | "
                  f"{tool['consistent']} | {tool['reachable']} |")


if __name__ == "__main__":
    main()
